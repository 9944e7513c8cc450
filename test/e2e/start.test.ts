/** `npm start` in this repository: the address opens the sample side by side, and Ctrl+C leaves nothing running. */
import { REPOSITORY } from '../support/repository.js';
import { itStartsForANewcomer } from './newcomer.js';

describe('npm start', () => {
  itStartsForANewcomer(() => REPOSITORY);
});
