import { Button, CheckField, NumberField, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
import { useState } from 'react';
import { ColumnTable } from './column-table';
import type { DisplayedSheet } from './decisions';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import { Problems } from './problems';
import { UnknownWords } from './unknown-words';

export function SheetView(displayed: DisplayedSheet) {
  const { imports } = useMessages();
  const { sheet, survey } = displayed;
  const [isAll, setAll] = useState(false);
  const empty = sheet.columns.filter(({ filled }) => filled === 0);
  return (
    <div className={classes.sheet}>
      <Facts {...displayed} />
      <HeaderRow {...displayed} />
      {survey.sheets.length > 1 && <IsRead {...displayed} />}
      {sheet.disciplineSource === 'none' && sheet.disciplineProposals.length > 0 && (
        <Disciplines {...displayed} />
      )}
      <Problems {...displayed} problems={sheet.problems} />
      {sheet.columns.length > 0 && <ColumnTable {...displayed} isEmptyDisplayed={isAll} />}
      <UnknownWords {...displayed} />
      {empty.length > 0 && (
        <CheckField isSelected={isAll} onChange={setAll}>
          {imports.columns.showEmpty({ count: empty.length })}
        </CheckField>
      )}
    </div>
  );
}

function Facts({ sheet }: DisplayedSheet) {
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const { dataRows, headingRows, totalRows, discipline, disciplineSource } = sheet;
  const facts = [
    [imports.sheet.status, sheet.read ? imports.sheet.read : imports.sheet.leftOut],
    [imports.sheet.dataRows, formats.number(dataRows)],
    [imports.sheet.headingRows, formats.number(headingRows)],
    [imports.sheet.totalRows, formats.number(totalRows)],
    [
      imports.sheet.discipline,
      discipline === null
        ? imports.disciplineSources.none
        : `${fields.valueLabel('discipline', discipline)} (${imports.disciplineSources[disciplineSource]})`,
    ],
  ] as const;
  return (
    <>
      <Terms className={classes.facts} terms={facts.map(([label, value]) => ({ label, value }))} />
      {sheet.reason !== null && <p className="quiet">{imports.sheet.because({ reason: sheet.reason })}</p>}
    </>
  );
}

function HeaderRow({ sheet: { sheet, headerRow }, survey, decisions, decide }: DisplayedSheet) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const name = survey.sheets.length === 1 ? '' : `${sheet}!`;
  const isOwn = (part: string) => part.slice(0, part.lastIndexOf('!') + 1) === name;
  const [own] = decisions.headerRow.filter(isOwn);
  const change = (row: number) => {
    const others = decisions.headerRow.filter((part) => !isOwn(part));
    decide({ ...decisions, headerRow: Number.isNaN(row) ? others : [...others, `${name}${row}`] });
  };
  return (
    <div className={classes.headerRow}>
      <NumberField
        label={imports.sheet.headerRow}
        hint={imports.sheet.headerRowHint}
        value={own === undefined ? (headerRow ?? Number.NaN) : Number(own.slice(name.length))}
        onChange={change}
        minValue={0}
        isDisabled={!canWrite}
      />
    </div>
  );
}

function IsRead({ sheet: { sheet }, survey, decisions, decide }: DisplayedSheet) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const all = survey.sheets.map((one) => one.sheet);
  const named = decisions.sheet.length === 0 ? all : decisions.sheet;
  const change = (isRead: boolean) => {
    const changed = all.filter((one) => (one === sheet ? isRead : named.includes(one)));
    decide({ ...decisions, sheet: changed.length === all.length ? [] : changed });
  };
  const isLast = named.length === 1 && named.includes(sheet);
  return (
    <CheckField isSelected={named.includes(sheet)} onChange={change} isDisabled={!canWrite || isLast}>
      {imports.sheet.use}
    </CheckField>
  );
}

function Disciplines({ sheet: { disciplineProposals }, decisions, decide }: DisplayedSheet) {
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const { canWrite } = useSession();
  return (
    <ul className={classes.disciplines}>
      {disciplineProposals.map(({ discipline, confidence, why }) => {
        const label = fields.valueLabel('discipline', discipline);
        return (
          <li key={discipline}>
            {canWrite ? (
              <Button
                aria-pressed={decisions.discipline === discipline}
                className={decisions.discipline === discipline ? classes.taken : undefined}
                onPress={() => decide({ ...decisions, discipline })}
              >
                {imports.sheet.asDiscipline({
                  discipline: label,
                  confidence: formats.percent(confidence * 100, 0),
                })}
              </Button>
            ) : (
              <span>{label}</span>
            )}
            <span className="quiet">{why}</span>
          </li>
        );
      })}
    </ul>
  );
}
