"""Who may post and delete the photo of a result's table. The photo stands on Discord alone; kept is where."""

from bot.app.score_pad.model import ScorePad
from bot.app.score_pad.service import PadRefusal, PadUser, is_at_table, seat_of
from bot.store.score_pads import ResultPhoto


def check_photo(pad: ScorePad, number: int, photo: ResultPhoto | None, who: PadUser) -> None:
    """:raises PadRefusal: they may not post one, the score pad is still open, or it has one."""
    if pad.closed is None:
        raise PadRefusal("still_open", number=number)
    if not _is_theirs(pad, who):
        raise PadRefusal("photo_not_yours", number=number)
    if photo is not None:
        raise PadRefusal("photo_there", number=number)


def may_remove_photo(pad: ScorePad, photo: ResultPhoto, who: PadUser) -> bool:
    """Whoever posted it, everybody at the table, and moderators may."""
    return who.person == photo.person or _is_theirs(pad, who)


def _is_theirs(pad: ScorePad, who: PadUser) -> bool:
    """Whether they are at the table, by their account or by a typed name that is theirs, or look after the place."""
    return is_at_table(pad, who) or seat_of(pad, who) is not None
