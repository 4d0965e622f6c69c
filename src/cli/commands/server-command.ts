import { Option, type Command } from 'commander';

/** Options of every command that talks to a running server. */
export interface ServerOptions {
  url: string;
  data: string;
  token?: string;
  allowHttp?: boolean;
  json?: boolean;
}

/** A command that talks to a running server. */
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
      new Option(
        '--data <dir>',
        'Data directory of a local server, whose operator token is sent to that server alone',
      )
        .env('LECTERN_DATA')
        .default('./data'),
    )
    .addOption(
      new Option('--token <token>', 'API key, or operator token, of the server').env(
        'LECTERN_TOKEN',
      ),
    )
    .option('--allow-http', 'Send --token over plain HTTP to another machine too')
    .option('--json', 'Print JSON for machines');
}
