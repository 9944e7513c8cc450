/** The commands of the `enface` program, in the order `enface --help` lists them. */
import type { Command } from './command.js';
import { evaluate } from './evaluate.js';
import { inspect } from './inspect.js';
import { lm } from './lm.js';
import { serve } from './serve.js';
import { train } from './train.js';

export const COMMANDS: readonly Command[] = [train, evaluate, inspect, lm, serve];
