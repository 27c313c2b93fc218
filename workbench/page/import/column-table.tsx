import { Button, type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
import { columnName, type DisplayedSheet, decidedName } from './decisions';
import { FieldChooser } from './field-chooser';
import classes from './import.module.css';
import { useLineFields } from './line-fields';
import type { SheetColumn } from './task';

export function ColumnTable(displayed: DisplayedSheet & { isEmptyDisplayed: boolean }) {
  const { imports } = useMessages();
  const { sheet, isEmptyDisplayed } = displayed;
  const rows = sheet.columns.filter(({ filled }) => isEmptyDisplayed || filled > 0);
  return (
    <Table
      caption={imports.columns.caption({ sheet: sheet.sheet })}
      columns={useColumns(displayed)}
      rows={rows}
      rowKey={({ column }) => column}
    />
  );
}

function useColumns(displayed: DisplayedSheet): Column<SheetColumn>[] {
  const { imports } = useMessages();
  const formats = useFormats();
  return [
    column('header', imports.columns.header, ({ column, header }) => (
      <div className={classes.header}>
        <span className={classes.letter}>{column}</span>
        <span>{header}</span>
      </div>
    )),
    column('samples', imports.columns.samples, ({ samples }) => <Samples samples={samples} />),
    numberColumn('filled', imports.columns.filled, ({ filled, invalid }) => (
      <>
        {formats.number(filled)}
        {invalid > 0 && (
          <div className={classes.invalid}>{imports.columns.invalid({ count: formats.number(invalid) })}</div>
        )}
      </>
    )),
    column('field', imports.columns.field, (column) => <ReadAs {...displayed} column={column} />),
    column('proposals', imports.columns.proposals, (column) => <Proposals {...displayed} column={column} />),
  ];
}

const samplesDisplayed = 3;

const Samples = ({ samples }: { samples: readonly string[] }) => (
  <ul className={classes.samples}>
    {samples.slice(0, samplesDisplayed).map((sample) => (
      <li key={sample} title={sample}>
        {sample}
      </li>
    ))}
  </ul>
);

type OfColumn = DisplayedSheet & { column: SheetColumn };

function decidedOf({ survey, sheet, column, decisions, decide }: OfColumn) {
  const name = decidedName(decisions.mapping, sheet.sheet, column);
  const own = columnName(survey, sheet.sheet, column.column);
  return {
    isDecided: name !== undefined,
    field: name === undefined ? column.field : (decisions.mapping[name] ?? null),
    choose: (field: string | null) =>
      decide({ ...decisions, mapping: { ...decisions.mapping, [own]: field } }),
    forget: () => {
      const { [name ?? own]: _, ...mapping } = decisions.mapping;
      decide({ ...decisions, mapping });
    },
  };
}

function ReadAs(displayed: OfColumn) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const { sheet, column, decisions } = displayed;
  const fields = useLineFields(decisions.discipline ?? sheet.discipline);
  const { isDecided, field, choose, forget } = decidedOf(displayed);
  const left = isDecided ? imports.columns.leftOut : imports.columns.unread;
  const label = field === null ? left : fields.labelOf(field);
  const how = isDecided ? imports.hows.mapping : imports.hows[column.how];
  return (
    <div className={classes.readAs}>
      {canWrite ? (
        <FieldChooser
          label={imports.columns.choose({ column: column.column, header: column.header, field: label })}
          displayed={label}
          fields={fields}
          chosen={field}
          onChoose={choose}
          onForget={isDecided ? forget : null}
        />
      ) : (
        <span>{label}</span>
      )}
      <span className="quiet">
        {how}
        {field !== null && column.unit !== null && !isDecided && ` · ${column.unit}`}
      </span>
    </div>
  );
}

function Proposals(displayed: OfColumn) {
  const { imports } = useMessages();
  const [best, ...others] = displayed.column.proposals;
  if (best === undefined) return null;
  return (
    <div className={classes.proposals}>
      <Proposal {...displayed} proposal={best} />
      {others.length > 0 && (
        <details>
          <summary>{imports.columns.moreProposals({ count: others.length })}</summary>
          {others.map((proposal) => (
            <Proposal key={proposal.field} {...displayed} proposal={proposal} />
          ))}
        </details>
      )}
    </div>
  );
}

function Proposal({ proposal, ...displayed }: OfColumn & { proposal: SheetColumn['proposals'][number] }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const { canWrite } = useSession();
  const { sheet, column, decisions } = displayed;
  const fields = useLineFields(decisions.discipline ?? sheet.discipline);
  const decided = decidedOf(displayed);
  const { field, confidence, why } = proposal;
  const isTaken = decided.isDecided && decided.field === field;
  const name = fields.labelOf(field);
  const label = imports.columns.proposal({ field: name, confidence: formats.percent(confidence * 100, 0) });
  return (
    <div className={classes.proposal}>
      {canWrite ? (
        <Button
          aria-label={imports.columns.take({ column: column.column, proposal: label })}
          aria-pressed={isTaken}
          className={isTaken ? classes.taken : undefined}
          onPress={() => (isTaken ? decided.forget() : decided.choose(field))}
        >
          {label}
        </Button>
      ) : (
        <span>{label}</span>
      )}
      <span className="quiet">{why}</span>
    </div>
  );
}
