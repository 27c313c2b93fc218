import { serviceCrewRatesChanged } from '@consulting/kernel/contracts/crews-rates';
import { type Database, emit } from '@consulting/kernel/postgres';
import { loweredText, sum } from '@consulting/kernel/schema';
import { pairOf } from '../../rates/matching';
import type { RateSnapshot } from '../../rates/snapshot';
import type { ServiceCrewRow } from '../../store/service-crew';
import { priceCrew } from '../pricing/crew-in-project';
import type { Composition, CrewWithSnapshot } from '../pricing/crew-snapshot';

const crewsPerEventMax = 500;

export function serviceCrewRates(crew: CrewWithSnapshot) {
  const { rate, ...columns } = priceCrew(crew);
  const { labourMembers } = crew.composition;
  const { country } = crew.snapshot.place;
  return {
    ...columns,
    snapshot: crew.snapshot,
    ratesCalculatedAt: rate && new Date(),
    crewSize: sum(labourMembers.map(({ quantity }) => quantity)).toFixed(),
    labourRatePerManHour: rate?.result.labourRatePerManHour?.toFixed() ?? null,
    equipmentRatePerManHour: rate?.result.equipmentRatePerManHour?.toFixed() ?? null,
    country: country && loweredText(country),
    tradeKeys: labourMembers.map(pairOf),
  };
}

export function lockedSnapshot(
  { composition: before, snapshot: stored }: { composition: Composition; snapshot: RateSnapshot },
  composition: Composition,
  fresh: RateSnapshot,
): RateSnapshot {
  const labour = new Map(before.labourMembers.map((member, at) => [pairOf(member), at]));
  const machines = new Map(
    before.equipmentMembers.map((member, at) => [loweredText(member.equipmentCode), stored.machines[at]]),
  );
  const isNew = (member: Parameters<typeof pairOf>[0]) => !labour.has(pairOf(member));
  const isMember = new Set(composition.labourMembers.map(pairOf));
  return {
    ...stored,
    matches: composition.labourMembers.map((member, at) => {
      const earlier = labour.get(pairOf(member));
      return (earlier === undefined ? fresh.matches[at] : stored.matches[earlier]) ?? null;
    }),
    machines: composition.equipmentMembers.flatMap(
      (member, at) => machines.get(loweredText(member.equipmentCode)) ?? fresh.machines[at] ?? [],
    ),
    missing: [...stored.missing.filter((one) => isMember.has(pairOf(one))), ...fresh.missing.filter(isNew)],
  };
}

type WhatLinesTake = Pick<
  ServiceCrewRow,
  'crewCode' | 'crewSize' | 'labourRatePerManHour' | 'equipmentRatePerManHour'
>;

export const takesOtherRates = (before: WhatLinesTake, after: WhatLinesTake): boolean =>
  loweredText(before.crewCode) !== loweredText(after.crewCode) ||
  Number(before.crewSize) !== Number(after.crewSize) ||
  before.labourRatePerManHour !== after.labourRatePerManHour ||
  before.equipmentRatePerManHour !== after.equipmentRatePerManHour;

interface CrewName {
  serviceCrewId: string;
  crewCode: string;
}

export async function emitRates(
  tx: Database,
  owner: { projectId: string; serviceId: string },
  crews: readonly CrewName[],
  more: { isReprice?: true } = {},
): Promise<void> {
  const { projectId, serviceId } = owner;
  for (let at = 0; at < crews.length; at += crewsPerEventMax)
    await emit(tx, serviceCrewRatesChanged, {
      projectId,
      serviceId,
      crews: crews.slice(at, at + crewsPerEventMax),
      ...more,
    });
}
