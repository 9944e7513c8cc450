/** The commands of the `enface` program, in the order `enface --help` lists them. */
import type { Command } from './command.js';
import { serve } from './serve.js';

export const COMMANDS: readonly Command[] = [serve];
