import { type Api, newKey } from '@consulting/foundation/api';
import type { LibraryCrew } from './library-crews';
import { importCrews, type ServiceCrew } from './service-crews';

export interface CrewOption {
  code: string;
  label: string;
  libraryId: string | null;
}

interface Known {
  crews: readonly ServiceCrew[];
  library: readonly LibraryCrew[];
  fromLibrary: (name: string) => string;
}

const holds = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

export function crewOptions(typed: string, { crews, library, fromLibrary }: Known): CrewOption[] {
  const words = typed.toLowerCase().split(/\s/).filter(Boolean);
  const own = crews.map(({ crewCode, name }) => ({
    code: crewCode,
    label: `${crewCode} ${name ?? ''}`.trim(),
  }));
  const taken = new Set(own.map(({ code }) => code.toLowerCase()));
  return [
    ...own
      .filter(({ label }) => holds(label.toLowerCase(), words))
      .map((one) => ({ ...one, libraryId: null })),
    ...library
      .filter(({ code }) => !taken.has(code.toLowerCase()))
      .map(({ id, code, name }) => ({ code, label: fromLibrary(`${code} ${name}`), libraryId: id })),
  ];
}

export async function codeOfOption(
  api: Api,
  owner: { projectId: string; serviceId: string },
  { code, libraryId }: CrewOption,
): Promise<string> {
  if (libraryId === null) return code;
  const [made] = await importCrews(api, owner, [libraryId], newKey());
  return made?.crewCode ?? code;
}
