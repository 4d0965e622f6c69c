/**
 * Returns the action of a command. It imports the command's function when the command runs, so that a quick command does not load
 * the models of a slow one.
 */
export function imported(
  load: () => Promise<(...args: never[]) => unknown>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const run = await load();
    // Commander passes arguments, options and the command.
    await run(...(given.slice(0, -1) as never[]));
  };
}
