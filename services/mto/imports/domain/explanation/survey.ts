import { storable } from '@consulting/imports/store/copy-text';
import type { Discipline, ImportSurvey, SurveyedColumn, SurveyedSheet } from '@consulting/mto-engine';
import { certainFrom } from '../proposal/candidate';
import {
  type DisciplineProposal,
  proposeDisciplines,
  usualDiscipline,
} from '../proposal/discipline-proposals';
import type { ColumnContext } from '../sheet/columns';
import type { SheetSurvey } from '../survey/sheet-survey';
import { type SurveyedSheetOfFile, sheetsRead as sheetsReadOf } from '../survey/survey';
import { explainColumns, factsOf } from './columns';
import { identityProblem } from './identity-problem';
import { headerRowParts, problemsOf } from './problems';
import { suggest } from './suggestion';

const columnsMax = 5000;
const columnsProposedMax = 2000;

interface Explained {
  surveyed: SurveyedSheetOfFile;
  discipline: Discipline | null;
  disciplineProposals: DisciplineProposal[];
  columns: SurveyedColumn[];
}

export function explainFile(
  fileName: string,
  found: readonly SurveyedSheetOfFile[],
  context: ColumnContext,
  profileId: string | null,
): Omit<ImportSurvey, 'identity'> {
  let columnsLeft = columnsMax;
  let proposalsLeft = columnsProposedMax;
  const explained = found.map((surveyed): Explained => {
    const { survey } = surveyed;
    const count = survey?.header.columns.length ?? 0;
    if (survey === null || count > columnsLeft)
      return { surveyed, discipline: null, disciplineProposals: [], columns: [] };
    columnsLeft -= count;
    proposalsLeft -= count;
    return explainSheet(surveyed, survey, context, proposalsLeft >= 0);
  });
  const isOnlySheet = found.length === 1;
  const isToRead = ({ obstacle }: SurveyedSheetOfFile) =>
    obstacle === null || obstacle === 'DISCIPLINE_NOT_FOUND';
  const sheetsToRead = found.filter(isToRead).map(({ name }) => name);
  const withLines = found.filter(({ survey }) => (survey?.rowCount ?? 0) > 0);
  const sheets = explained.map((one) => {
    const disciplineProposed = proposedDiscipline(one.surveyed, one.disciplineProposals);
    const facts = {
      surveyed: one.surveyed,
      columns: one.columns,
      disciplineProposed,
      isOnlySheet,
      isAlone: withLines.every(({ name }) => name === one.surveyed.name),
      sheetsToRead,
    };
    return serialise(one, { ...facts }, context);
  });
  const headerRows = new Map(
    found.flatMap((one) =>
      headerRowParts(one, isOnlySheet).map((part) => [storable(one.name), part] as const),
    ),
  );
  const surveys = new Map(
    found.flatMap(({ name, survey }) => (survey === null ? [] : [[storable(name), survey] as const])),
  );
  const noIdentity = identityProblem(sheetsReadOf(found), sheets, context.parameters);
  return {
    fileName,
    problems: noIdentity === null ? [] : [noIdentity],
    sheets,
    suggested: suggest(sheets, context, { isOnlySheet, profileId, headerRows, surveys }),
  };
}

// A sheet without a discipline cannot be read, so that a doubtful one is better than none.
function proposedDiscipline(
  { disciplineSource }: SurveyedSheetOfFile,
  [best]: readonly DisciplineProposal[],
): Discipline | null {
  if (disciplineSource === 'none') return best?.discipline ?? usualDiscipline;
  return best !== undefined && best.confidence >= certainFrom ? best.discipline : null;
}

function explainSheet(
  surveyed: SurveyedSheetOfFile,
  survey: SheetSurvey,
  context: ColumnContext,
  hasProposals: boolean,
): Explained {
  const discipline = survey.mainDiscipline;
  const columns = discipline === null ? [] : explainColumns(survey, discipline, context, hasProposals);
  const isGiven = context.parameters.discipline !== null && surveyed.obstacle === null;
  const disciplineProposals = isGiven || !hasProposals ? [] : proposeDisciplines(factsOf(survey, new Map()));
  return { surveyed, discipline, disciplineProposals, columns };
}

function serialise(
  { surveyed, discipline, disciplineProposals, columns }: Explained,
  facts: Parameters<typeof problemsOf>[0],
  context: ColumnContext,
): SurveyedSheet {
  const { name, obstacle, reason, survey, disciplineSource } = surveyed;
  return {
    sheet: storable(name),
    read: obstacle === null,
    reason,
    headerRow: survey?.header.rowNumber ?? null,
    dataRows: survey?.rowCount ?? 0,
    headingRows: survey?.leftOut.headingCount ?? 0,
    totalRows: survey?.leftOut.totalCount ?? 0,
    discipline: disciplineSource === 'none' ? null : discipline,
    disciplineSource,
    disciplineProposals,
    columns,
    problems: problemsOf(facts, context),
  };
}
