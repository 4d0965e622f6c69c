// node guard.ts FOLDER: waits for the end of its standard input, which comes when the process that started it says so
// and as well when that process is killed, and then ends the test stack in the folder.
import { Stack } from './stack.ts';

const [, , folder = ''] = process.argv;
process.stdin.resume().once('close', () => void Stack.open(folder).takeDown());
