// node guard.ts FOLDER: ends the test stack in the folder when its standard input ends. That
// happens when the process that started it asks for it, and also when that process is killed.
import { Stack } from './stack.ts';

const [, , folder = ''] = process.argv;
process.stdin.resume().once('close', () => void Stack.open(folder).takeDown());
