import type { Api } from './api';
import { type CrewRates, printBuildUp } from './rate-build-up';
import { printRateCard } from './rate-cards';

interface Crew {
  crewId: string;
  crewCode: string;
}

/** Imports a crew of the library into the project, where it has the rates of the place. @returns its identifier there */
export async function importCrew(api: Api, projectId: string, code: string): Promise<string> {
  const crews = await api.all<Crew>('/v1/crews');
  const found = crews.find(({ crewCode }) => crewCode === code);
  if (!found) throw new Error(`There is no crew ${code}.`);
  const path = `/v1/projects/${projectId}/import-crew`;
  return (await api.post<{ projectCrewId: string }>(path, { crewId: found.crewId })).projectCrewId;
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
