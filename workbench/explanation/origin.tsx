import { Button } from '@consulting/design/controls';
import { useLanguage, useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/foundation/api';
import { importPath } from '@consulting/foundation/project';
import { type PriceCondition, useConditionWords } from '@consulting/price-books';
import { HistoryDrawer, useFieldWords } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { Link } from 'wouter';
import classes from './explanation.module.css';
import { type ExplainedLine, type Origin, usePriceBook } from './explanation-queries';

interface Props {
  origin: Origin;
  field: string;
  line: ExplainedLine;
  fields: readonly Field[];
}

export const OriginOf = (props: Props) => (
  <p className={classes.origin}>
    <Facts {...props} />
  </p>
);

function Facts(props: Props) {
  const { explanation } = useMessages();
  const { origin } = props;
  switch (origin.kind) {
    case 'import':
    case 'default':
      return <OfImport {...props} />;
    case 'edit':
    case 'restore':
      return <OfWrite {...props} />;
    case 'price':
      return <OfBook {...props} />;
    case 'crew':
      return <OfCrew {...props} />;
    case 'quote':
    case 'unknown':
      return explanation.kinds[origin.kind];
  }
}

function OfImport({ origin, line: { projectId, serviceId } }: Props) {
  const { messages, formats } = useLanguage();
  const { explanation } = messages;
  const { kind, taskId, fileName, sheet, row, column, header, text, unit, by, at } = origin;
  const cell = [
    sheet && explanation.sheet({ sheet }),
    row && (column ? explanation.cell({ cell: `${column}${row}` }) : explanation.row({ row })),
    header && explanation.header({ header }),
    text && explanation.cellText({ text }),
    kind === 'import' && unit,
    by && explanation.by({ name: by }),
    at && formats.time(at),
  ];
  const name = fileName ?? explanation.theImport;
  return (
    <>
      {kind === 'default' ? explanation.kinds.default : explanation.kinds.import}
      {taskId && serviceId ? (
        <>
          {' '}
          <Link href={importPath({ projectId, serviceId }, taskId, 'outcome')}>{name}</Link>
        </>
      ) : (
        fileName && ` ${fileName}`
      )}
      {cell.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  );
}

function OfWrite({ origin, field, line, fields }: Props) {
  const { messages, formats } = useLanguage();
  const { explanation } = messages;
  const { valueOf } = useFieldWords(fields);
  const [isOpen, setOpen] = useState(false);
  const { kind, by, at, before, operationId } = origin;
  const facts = [
    by && explanation.by({ name: by }),
    at && formats.time(at),
    before !== undefined &&
      explanation.before({ value: valueOf(field, before) || messages.takeoffTools.price.nothing }),
  ];
  return (
    <>
      {kind === 'restore' ? explanation.kinds.restore : explanation.kinds.edit}
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}{' '}
      {operationId && (
        <Button kind="quiet" className={classes.link} onPress={() => setOpen(true)}>
          {explanation.inHistory}
        </Button>
      )}
      {isOpen && (
        <HistoryDrawer
          {...{ line, fields }}
          {...line}
          operationId={operationId ?? undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function OfBook({ origin, field, fields }: Props) {
  const { messages, formats } = useLanguage();
  const { explanation, libraries } = messages;
  const { labelOf, valueOf } = useFieldWords(fields);
  const conditionWords = useConditionWords(fields);
  const { priceBook = '', rowCode = '', value, driver, conditions, by, at } = origin;
  const { data: book } = usePriceBook(priceBook);
  const row = explanation.rowOfBook({ row: rowCode, book: priceBook });
  const given = valueOf(field, value);
  const facts = [
    driver ? libraries.priceRows.times({ value: given, driver: labelOf(driver) }) : given,
    conditions
      ? conditionWords(conditions as PriceCondition[]) || libraries.priceRows.everyLine
      : explanation.rowGone,
    by && explanation.by({ name: by }),
    at && formats.time(at),
  ];
  const search = new URLSearchParams({ search: rowCode });
  return (
    <>
      {explanation.kinds.price}{' '}
      {book ? <Link href={`/libraries/price-books/${book.id}?${search}`}>{row}</Link> : row}
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  );
}

function OfCrew({ origin, line: { projectId, serviceId } }: Props) {
  const { messages, formats } = useLanguage();
  const { explanation } = messages;
  const { crewCode = '', serviceCrewId, calculatedAt } = origin;
  const place = new URLSearchParams({
    ...(serviceId && { service: serviceId }),
    ...(serviceCrewId && { crew: serviceCrewId }),
  });
  return (
    <>
      {explanation.kinds.crew}{' '}
      {serviceCrewId ? (
        <Link href={`/projects/${projectId}/figures/crews?${place}`}>{crewCode}</Link>
      ) : (
        crewCode
      )}
      {calculatedAt
        ? ` · ${explanation.calculated({ at: formats.time(calculatedAt) })}`
        : ` · ${explanation.crewChanged}`}
    </>
  );
}
