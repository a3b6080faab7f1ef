// What this tab knows.

export const state = {
  me: null,
  bot: null,
  online: false,
  people: new Map(),
  guilds: [],
  dm: null,
  channel: null,
  commands: [],
  messages: new Map(), // of the open channel, by id
  unread: new Set(),
  violations: [],
  reply: null,
  ahead: 0, // seconds by which the channel's clock is set forward
};

export const now = () => Date.now() + state.ahead * 1000;

export function takeWorld(world) {
  state.me = world.me;
  state.bot = world.bot;
  state.online = world.online;
  state.people = new Map([...world.people, world.bot].map((p) => [p.id, p]));
  state.guilds = world.guilds;
  state.dm = world.dm;
  state.ahead = world.ahead;
}

export const guildOf = (id) => state.guilds.find((g) => g.channels.some((c) => c.id === id));

export function channelOf(id) {
  if (id === state.dm) return { id, name: state.bot.name, type: 1, topic: null };
  return guildOf(id)?.channels.find((c) => c.id === id);
}

export const channelLabel = (channel) => (channel.type === 1 ? `@${channel.name}` : `#${channel.name}`);

export const nameOf = (user) => user.global_name || user.name || user.username;

// Every command that can be run, with its default and its shown path.
export function leaves(kind = 1) {
  const out = [];
  const visit = (command, node, path, shown) => {
    const subs = (node.options || []).filter((o) => o.type === 1 || o.type === 2);
    if (subs.length) subs.forEach((s) => visit(command, s, [...path, s.name], [...shown, s.name_shown]));
    else
      out.push({
        command,
        node,
        path: path.join(" "),
        shown: shown.join(" "),
        description: node.description_shown,
      });
  };
  for (const c of state.commands.filter((c) => c.type === kind)) visit(c, c, [c.name], [c.name_shown]);
  return out.sort((a, b) => a.shown.localeCompare(b.shown));
}

export const shownCommand = (path, kind = 1) => leaves(kind).find((l) => l.path === path)?.shown || path;
