"""Sub-commands of the command line, a module each. They import what they need when they run, so that help is quick."""
