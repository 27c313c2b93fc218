import type { Api } from './api';
import { findCrewId } from './crews';
import { type CrewRates, printBuildUp } from './rate-build-up';
import { printRateCard } from './rate-cards';

interface ImportedCrew {
  projectCrewId: string;
  serviceCrewId: string;
}

/** Imports a universal crew into the project, and into the service whose lines carry its code. */
export async function importCrew(
  api: Api,
  { projectId, serviceId }: { projectId: string; serviceId: string },
  code: string,
): Promise<ImportedCrew> {
  const crewId = await findCrewId(api, code);
  return api.post(`/v1/projects/${projectId}/import-crew`, { crewId, serviceId });
}

/** Prints how the rate per man-hour of a crew of the project is made, line by line (rates.md 9). */
export async function printCrewRates(api: Api, projectId: string, projectCrewId: string): Promise<void> {
  const rates = await api.post<CrewRates>(`/v1/projects/${projectId}/crew-rates`, { projectCrewId });
  const { location, workWeek, currency, labour, warnings } = rates;
  const { province, year, quarter, projectType } = location;
  const [, example] = labour.members;
  if (example) await printRateCard(api, example.memberId);
  const week = `${workWeek.daysPerWeek} × ${workWeek.hoursPerDay} h`;
  console.log(
    `\nCrew ${rates.crewCode} in ${province}, ${year} ${quarter}, ${projectType}: ${currency} per week of ${week}`,
  );
  printBuildUp(rates);
  for (const { code, message } of warnings) console.log(`  ${code}: ${message}`);
}
