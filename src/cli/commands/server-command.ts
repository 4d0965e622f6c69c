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
    .addOption(
      new Option('--url <url>', 'Address of the server')
        .env('LECTERN_URL')
        .default('http://127.0.0.1:7700'),
    )
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

/** Returns the option of a data directory. An empty one counts as none, such as a variable of a script that is not set. */
export function dataOption(description: string): Option {
  const usual = './data';
  const option = new Option('--data <dir>', description).env('LECTERN_DATA').default(usual);
  return option.argParser((given) => given || usual);
}
