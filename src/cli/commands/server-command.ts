import { Option, type Command } from 'commander';
import type { ClientOptions } from '../client/server-access.ts';

/** Options of every command that calls a running server. */
export interface ServerOptions extends ClientOptions {
  /** Prints the answer as JSON. */
  json?: boolean;
}

/** Adds a command that calls a running server. */
export function serverCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .addOption(urlOption())
    .addOption(
      dataOption(
        'Data directory of a local server; its operator token is sent only to that server',
      ),
    )
    .addOption(
      new Option('--token <token>', 'API key or operator token for the server').env(
        'LECTERN_TOKEN',
      ),
    )
    .option('--allow-http', 'Allow --token to be sent to another machine over plain HTTP')
    .option('--json', 'Print JSON');
}

/** Returns the option of the server's address. */
export function urlOption(): Option {
  return withUsual(
    new Option('--url <url>', 'Address of the server').env('LECTERN_URL'),
    'http://127.0.0.1:7700',
  );
}

/** Returns the option of a data directory. */
export function dataOption(description: string): Option {
  return withUsual(new Option('--data <dir>', description).env('LECTERN_DATA'), './data');
}

/** An empty value counts as none, such as a variable of a script that is not set. */
function withUsual(option: Option, usual: string): Option {
  return option.default(usual).argParser((given) => given || usual);
}
