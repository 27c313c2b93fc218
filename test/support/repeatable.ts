import fc from 'fast-check';
import { testSeed } from './rounds';

fc.configureGlobal({ seed: testSeed });
