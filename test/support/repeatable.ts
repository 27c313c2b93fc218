import { patience as questionPatience } from '@consulting/kernel/nats/questions';
import { patience } from '@consulting/kernel/postgres/driver/pool';
import fc from 'fast-check';
import { testSeed } from './rounds';

/** Half a minute of a database without a sign of life before it is taken for one that is away; a server that a test takes away is given the usual time. */
const patientMs = 30_000;

fc.configureGlobal({ seed: testSeed });
patience.probeMs = patientMs;
questionPatience.unheardMs = 100;
