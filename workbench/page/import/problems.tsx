import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
import {
  type Decisions,
  type Displayed,
  type DisplayedSheet,
  type FormParts,
  isTaken,
  partsOf,
  taking,
  takingBack,
} from './decisions';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import { partsInWords } from './parts-in-words';
import type { SheetProblem } from './task';

type OfSheet = Displayed & Partial<Pick<DisplayedSheet, 'sheet'>>;

export function Problems({ problems, ...displayed }: OfSheet & { problems: SheetProblem[] }) {
  const { imports } = useMessages();
  if (problems.length === 0) return null;
  return (
    <section aria-label={imports.problem.title}>
      <h3>{imports.problem.title}</h3>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <Problem key={problem.code + problem.columns.join()} {...displayed} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

const chunks = { defaults: { quantity: 1, unitOfMeasure: 'EA' }, fillBlanks: true };

function remedyOf(
  problem: SheetProblem,
  sheet: string,
  { discipline, defaults }: Decisions,
): FormParts | null {
  if (problem.code === 'DISCIPLINE_NOT_FOUND') {
    const key = `${sheet}!discipline`;
    if (defaults[key] !== undefined) return { defaults: { [key]: defaults[key] } };
    if (discipline !== null) return { discipline };
  }
  return partsOf(problem) ?? (problem.code === 'REQUIRED' && problem.field === 'quantity' ? chunks : null);
}

function Problem({ problem, sheet, sent, decisions, decide }: OfSheet & { problem: SheetProblem }) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const fields = useLineFields(null);
  const remedy = remedyOf(problem, sheet?.sheet ?? '', decisions);
  const isSolved = remedy !== null && isTaken(decisions, remedy);
  const words = remedy === null ? imports.problem.byHand : partsInWords(remedy, imports, fields).join('; ');
  const takeBack = (parts: FormParts) => {
    const back = takingBack(decisions, parts);
    decide(parts.mode ? { ...back, mode: sent.mode } : back);
  };
  return (
    <li className={isSolved ? classes.solved : classes.problem}>
      <div>
        <strong>{problem.message}</strong> <code>{problem.code}</code>
        <p className="quiet">{isSolved ? imports.problem.taken({ remedy: words }) : words}</p>
      </div>
      {canWrite && remedy !== null && (
        <Button onPress={() => (isSolved ? takeBack(remedy) : decide(taking(decisions, remedy)))}>
          {imports.problem[isSolved ? 'takeBack' : 'apply']}
        </Button>
      )}
    </li>
  );
}
