import {
  countPricedLines,
  getCrewUsage,
  getRepriceEffect,
  getServiceImports,
  getServiceTotals,
  getSubcontractorUsage,
  getWbsUsage,
  keepVersionLines as keepVersionLinesQuestion,
  releaseVersionLines as releaseVersionLinesQuestion,
  repriceLines,
} from '@consulting/kernel/contracts/mto';
import { getLineStatistics } from '@consulting/kernel/contracts/own-work';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { countRunningImports } from '@consulting/mto-imports';
import {
  keepVersionLines,
  releaseVersionLines,
  repriceEffect,
  summariseService,
  lineReferences as usage,
  wbsUsage,
} from '@consulting/mto-lines';
import { lineStatistics } from '@consulting/mto-pricing';

export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(getServiceTotals, (service) => summariseService(db, service));
  bus.answer(keepVersionLinesQuestion, (version) => keepVersionLines(db, bus, version));
  bus.answer(releaseVersionLinesQuestion, ({ estimationId }) => releaseVersionLines(db, estimationId));
  bus.answer(getRepriceEffect, (asked) => repriceEffect({ db, bus }, asked));
  bus.answer(repriceLines, (asked) => usage.repriceLines(db, bus, asked));
  bus.answer(getLineStatistics, (asked) => lineStatistics(db, asked));
  bus.answer(getServiceImports, async ({ serviceId }) => ({
    running: await countRunningImports(db, serviceId),
  }));
  bus.answer(countPricedLines, async ({ projectId }) => ({
    count: await usage.countPricedLines(db, projectId),
  }));
  bus.answer(getSubcontractorUsage, ({ projectId, subcontractorId }) =>
    usage.subcontractorUsage(db, projectId, subcontractorId),
  );
  bus.answer(getWbsUsage, (asked) => wbsUsage(db, asked));
  bus.answer(getCrewUsage, async (asked) => ({ usage: await usage.crewUsage(db, asked) }));
}
