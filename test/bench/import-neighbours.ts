import { findServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import { findWbsCodes } from '@consulting/kernel/contracts/equipment-wbs';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';

/** Answers for crews and WBS codes, so that an import looks them up as it does in a full system. */
export function answerForNeighbours(natsUrl: string): Bus {
  const bus = connectBus({ url: natsUrl, name: 'neighbours', log: serviceLog() });
  bus.answer(findServiceCrewRates, async ({ crewCodes }) => ({
    crews: crewCodes.map((crewCode) => ({
      crewCode,
      serviceCrewId: crypto.randomUUID(),
      labourRate: '149.9556',
      equipmentRate: '13.2771',
      crewSize: '8',
    })),
  }));
  bus.answer(findWbsCodes, async ({ wbsCodes }) => ({ wbsCodes }));
  return bus;
}
