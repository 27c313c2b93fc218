import { listServiceCrewRates } from '@consulting/kernel/contracts/crews-rates';
import {
  getServiceImports,
  getServiceTotals,
  keepVersionLines,
  releaseVersionLines,
} from '@consulting/kernel/contracts/mto';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { until } from './project-system';

/** What a test lets the takeoff service know of one project service. */
interface Takeoff {
  totals: Partial<typeof noLines>;
  byDiscipline: unknown[];
  imports: number;
}

const noLines = {
  itemCount: 0,
  totalManHours: '0',
  labourCost: '0',
  materialCost: '0',
  freightCost: '0',
  importDutyCost: '0',
  salesTaxCost: '0',
  equipmentCost: '0',
  subcontractCost: '0',
  directCost: '0',
  indirectCost: '0',
  escalationCost: '0',
  contingencyCost: '0',
  markupCost: '0',
  totalCost: '0',
};

/** A block by discipline as the takeoff service gives it. */
export const pipingBlock = {
  discipline: 'piping',
  quantities: [{ unitOfMeasure: 'm', quantity: 24.4 }],
  ...Object.fromEntries(Object.keys(noLines).map((key) => [key, 0])),
  itemCount: 3,
  totalCost: 1000.55,
  percentOfTotal: 100,
  indicators: { totalDiaInch: 12, totalWeight: 105.5, manHoursPerDiaInch: null },
};

/** Answers, over the real bus, the questions about takeoff lines that project services ask, and those about crews, of which there are none; silent after `stop`. */
async function answerForTakeoff(natsUrl: string) {
  const services = new Map<string, Partial<Takeoff>>();
  const asked = { totals: 0, copies: [] as string[], imports: 0 };
  const bus = connectBus({ url: natsUrl, name: 'takeoff', log: serviceLog() });
  const totalsOf = (serviceId: string) => {
    const { totals = {}, byDiscipline = [] } = services.get(serviceId) ?? {};
    return { totals: { ...noLines, ...totals }, byDiscipline };
  };
  bus.answer(getServiceTotals, async ({ serviceId }) => {
    asked.totals += 1;
    return totalsOf(serviceId);
  });
  bus.answer(keepVersionLines, async ({ estimationId, serviceId }) => {
    asked.copies.push(`keep ${estimationId}`);
    return totalsOf(serviceId);
  });
  bus.answer(releaseVersionLines, async ({ estimationId }) => {
    asked.copies.push(`release ${estimationId}`);
    return { isReleased: true };
  });
  bus.answer(listServiceCrewRates, async () => ({ crews: [] }));
  bus.answer(getServiceImports, async ({ serviceId }) => {
    asked.imports += 1;
    return { running: services.get(serviceId)?.imports ?? 0 };
  });
  await until(() => bus.ask(getServiceImports, { serviceId: '' }).then(Boolean, () => false));
  asked.imports = 0;
  return { services, asked, stop: () => bus.close() };
}

/** Runs `act` while the takeoff service answers. */
export async function withTakeoff<T>(
  natsUrl: string,
  act: (takeoff: Awaited<ReturnType<typeof answerForTakeoff>>) => Promise<T>,
): Promise<T> {
  const takeoff = await answerForTakeoff(natsUrl);
  try {
    return await act(takeoff);
  } finally {
    await takeoff.stop();
  }
}
