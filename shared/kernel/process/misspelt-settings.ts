import { editDistance } from '../schema';

const shortLengthMax = 11;
const nameLengthMax = 80;
const variablesMax = 2000;
const address = /_(URL|ENDPOINT)$/;

interface Misspelt {
  variable: string;
  meant: string;
}

/** Settings of a single word (`HOST`) are left out, since too many variables of others look like them. */
export function misspeltSettings(
  settings: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Misspelt[] {
  const known = new Set(settings);
  const compared = settings.filter((setting) => setting.includes('_'));
  return Object.keys(environment)
    .filter((variable) => variable.length <= nameLengthMax && environment[variable]?.trim())
    .slice(0, variablesMax)
    .flatMap((variable) => {
      const name = variable.toUpperCase().replace(/_FILE$/, '');
      if (known.has(variable) || known.has(variable.replace(/_FILE$/, ''))) return [];
      const meant = nearest(name, compared);
      return meant === undefined ? [] : [{ variable, meant }];
    });
}

function nearest(name: string, settings: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const setting of settings) {
    const most = setting.length <= shortLengthMax ? 1 : 2;
    const distance = editDistance(name, setting, most);
    const rank = distance <= most ? distance : differInOneWord(name, setting) ? most + 1 : least;
    if (rank < least) [found, least] = [setting, rank];
  }
  return found;
}

function differInOneWord(name: string, setting: string): boolean {
  if (address.test(setting)) return false;
  const [fewer = [], more = []] = [name.split('_'), setting.split('_')].toSorted(
    (one, other) => one.length - other.length,
  );
  if (fewer.length < 2 || more.length !== fewer.length + 1 || fewer[0] !== more[0]) return false;
  return more.some((_, at) => at > 0 && more.toSpliced(at, 1).join('_') === fewer.join('_'));
}

export function warnOfMisspelt(settings: readonly string[], warn: (line: string) => void): void {
  const misspelt = misspeltSettings(settings, process.env);
  if (misspelt.length === 0) return;
  warn(misspelt.map(({ variable, meant }) => `${variable} is no setting; did you mean ${meant}?`).join(' '));
}
