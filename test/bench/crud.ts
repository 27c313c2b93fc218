import { benchCalculation } from './crud-calculation';
import { openCrudHouse } from './crud-house';
import { benchRateCards } from './crud-rate-cards';
import { measure } from './measure';

/** What people wait for most often in crews and rates, beside a request without any work. */
export async function benchCrud(): Promise<void> {
  const house = await openCrudHouse();
  try {
    await measure('a request without work', () => house.ask('crews-rates', '/live'));
    await benchRateCards(house);
    await benchCalculation(house);
  } finally {
    await house.stop();
  }
}
