import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a terminal. */
export interface InTerminal {
  /**
   * Resolves with the first group of the pattern when the terminal shows it. Rejects if the
   * program ends before.
   */
  shown(pattern: RegExp): Promise<string>;
  /** Ends the program with the interrupt key and waits for its end. */
  interrupt(): Promise<void>;
}

/** Starts a program in a terminal, by `script` of util-linux. */
export function startInTerminal(command: readonly string[], env: NodeJS.ProcessEnv): InTerminal {
  const line = command.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const child = spawn('script', ['--quiet', '--flush', '--return', '-c', line, '/dev/null'], {
    env: { ...process.env, ...env },
  });
  let output = '';
  let grown = Promise.withResolvers<void>();
  const grow = (): void => {
    grown.resolve();
    grown = Promise.withResolvers();
  };
  const closed = once(child, 'close').then(grow);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      grow();
    });
  return {
    async shown(pattern) {
      for (;;) {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`It ended without ${pattern}:\n${output}`);
        await grown.promise;
      }
    },
    async interrupt() {
      if (child.exitCode === null) child.stdin.write('\u0003');
      await closed;
    },
  };
}
