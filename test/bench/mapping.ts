import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { type Proposal, proposeFields } from '@consulting/mto-imports/domain/proposal/field-proposals';
import { columnLetters } from '@consulting/spreadsheet/table/cell';
import type { Discipline } from '@consulting/takeoff-fields/discipline';
import { findField } from '@consulting/takeoff-fields/registry';
import { type HeaderSet, type Right, rowsOf } from './mapping/header-set';
import { tunedBuildingSets } from './mapping/tuned-building';
import { tunedElectricalSets } from './mapping/tuned-electrical';
import { tunedPipingSets } from './mapping/tuned-piping';
import { tunedStructureSets } from './mapping/tuned-structure';
import { unseenBuildingSets } from './mapping/unseen-building';
import { unseenFurtherSets } from './mapping/unseen-further';
import { unseenPlantSets } from './mapping/unseen-plant';

const sets: readonly HeaderSet[] = [
  ...tunedPipingSets,
  ...tunedElectricalSets,
  ...tunedStructureSets,
  ...tunedBuildingSets,
  ...unseenPlantSets,
  ...unseenBuildingSets,
  ...unseenFurtherSets,
];
const rightMin = 0.9;
const wrongMost = 0.01;
const certainFrom = 0.8;

interface Outcome {
  set: string;
  header: string;
  right: Right;
  given: string | null;
  isRecognised: boolean;
  /** What is proposed for a column that was recognised, against its values. */
  instead: string | null;
  confidence: number;
  why: string;
}

const isRight = ({ right, given }: Outcome): boolean =>
  typeof right === 'string' || right === null ? given === right : given !== null && right.includes(given);

/** How often a column of usual files is taken for what it is, by recognition or by the first proposal. */
export async function benchMapping(): Promise<void> {
  const tuned = report(
    'tuned',
    sets.filter(({ locked }) => locked !== true),
  );
  const locked = report(
    'held',
    sets.filter((set) => set.locked === true),
  );
  if (!tuned || !locked) process.exitCode = 1;
}

function report(part: string, some: readonly HeaderSet[]): boolean {
  const outcomes = some.flatMap(outcomesOf);
  const meant = outcomes.filter(({ right }) => right !== null);
  const found = meant.filter(isRight);
  const wrong = outcomes.filter(
    (one) => !isRight(one) && one.given !== null && (one.isRecognised || one.confidence >= certainFrom),
  );
  const recognised = meant.filter(({ isRecognised }) => isRecognised);
  const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
  console.log(
    `${part}: ${some.length} header sets, ${outcomes.length} columns, ${meant.length} with a right field (${recognised.length} recognised)`,
  );
  console.log(
    `  right at rank one: ${found.length} of ${meant.length}, ${share(found.length, meant.length)} (at least 90 %)`,
  );
  console.log(
    `  wrong at 0.8 or more, or recognised wrongly: ${wrong.length} of ${outcomes.length}, ${share(wrong.length, outcomes.length)} (at most 1 %)`,
  );
  const badly = wrong.filter(({ isRecognised }) => isRecognised);
  const seen = badly.filter(({ instead }) => instead !== null).length;
  console.log(`  of these recognised: ${badly.length}, of which another field is proposed for ${seen}`);
  if (part === 'tuned' || process.argv.includes('--held'))
    for (const one of outcomes)
      if (wrong.includes(one) || (one.right !== null && !isRight(one))) console.log(missOf(one));
  return found.length >= meant.length * rightMin && wrong.length <= outcomes.length * wrongMost;
}

/** What is right for a column that is not recognised: fields that are calculated are never proposed. */
function inputsOf(right: Right, discipline: Discipline): Right {
  const isInput = (key: string) => key === 'totalCost' || findField(discipline, key)?.computed === undefined;
  const inputs = [right ?? []].flat().filter(isInput);
  return inputs.length === 0 ? null : inputs;
}

function missOf({ set, header, right, given, isRecognised, confidence, why }: Outcome): string {
  const as =
    given === null ? 'nothing' : `${given} (${isRecognised ? 'recognised' : `${confidence}: ${why}`})`;
  return `    ${set}: ${header} is ${right === null ? 'nothing' : [right].flat().join(' or ')}, not ${as}`;
}

function outcomesOf(set: HeaderSet): Outcome[] {
  const rows = rowsOf(set);
  const recognised = new Map<number, string>();
  const columns = set.columns.map(([header], index) => {
    const field = fieldOfHeader(set.discipline, header);
    if (field !== undefined) recognised.set(index, field.key);
    const cells = rows.flatMap((row) => row[index] ?? []);
    const numbers = cells.filter((cell) => typeof cell === 'number').length;
    return { index, letters: columnLetters(index), header, filled: cells.length, numbers };
  });
  const proposals = proposeFields({ name: set.sheet, columns, rows, recognised }, set.discipline);
  return set.columns.map(([header, right], index) => {
    const key = recognised.get(index);
    const [first] = proposals.get(index) ?? [];
    const nothing: Proposal | null = null;
    const best = key === undefined ? (first ?? nothing) : nothing;
    const meant = key === undefined ? inputsOf(right, set.discipline) : right;
    return {
      set: set.name,
      header,
      right: meant,
      given: key ?? best?.field ?? null,
      isRecognised: key !== undefined,
      instead: key === undefined ? null : (first?.field ?? null),
      confidence: best?.confidence ?? 1,
      why: best?.why ?? '',
    };
  });
}
