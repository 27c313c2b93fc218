import { benchCalculation } from './crud-calculation';
import { benchRateCards } from './crud-rate-cards';
import { openCrudSystem } from './crud-system';
import { measure } from './measure';

/** What people wait for most often in crews and rates, beside a request without any work. */
export async function benchCrud(): Promise<void> {
  const system = await openCrudSystem();
  try {
    await measure('a request without work', () => system.ask('crews-rates', '/live'));
    await benchRateCards(system);
    await benchCalculation(system);
  } finally {
    await system.stop();
  }
}
