import { Button, type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { nameIn, useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { declared, Fact, Facts } from '@consulting/foundation/records';
import recordClasses from '@consulting/foundation/records/record.module.css';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import classes from './home.module.css';
import { EditIndirectCosts } from './indirect-costs-form';

type IndirectCosts = Project['indirectCosts'];
type Entries = IndirectCosts['labour'];

export function IndirectCostsCard({ project }: { project: Project }) {
  const { projects } = useMessages();
  const [isEditing, setEditing] = useState(false);
  const { indirectCosts: costs } = project;
  return (
    <Card title={projects.indirect.title}>
      <p className="quiet">{projects.indirect.effect}</p>
      <Facts of="indirectCosts" sections={declared('indirectCosts').sections.slice(0, 1)} record={costs} />
      <div className={classes.sides}>
        <EntryTable title={projects.indirect.labour} entries={costs.labour} currency={costs.currency} />
        <EntryTable title={projects.indirect.equipment} entries={costs.equipment} currency={costs.currency} />
      </div>
      <Prices costs={costs} />
      {costs.basisNotes !== null && <p>{costs.basisNotes}</p>}
      <ForWriters>
        <div>
          <Button onPress={() => setEditing(true)}>{projects.indirect.edit}</Button>
        </div>
      </ForWriters>
      {isEditing && <EditIndirectCosts project={project} onClose={() => setEditing(false)} />}
    </Card>
  );
}

type Entry = [string, Entries[string]];

function EntryTable({ title, entries, currency }: { title: string; entries: Entries; currency: string }) {
  const { projects, indirectCategories } = useMessages();
  const { money, percent } = useFormats();
  const rows = Object.entries(entries);
  if (rows.length === 0) return null;
  const columns: Column<Entry>[] = [
    column('category', projects.indirect.category, ([category]) =>
      nameIn(indirectCategories.names, category),
    ),
    numberColumn('value', projects.indirect.value, ([, { amount, percentage }]) =>
      amount === null ? percent(percentage, 4) : money(amount, currency),
    ),
  ];
  return (
    <div className={classes.side}>
      <h3>{title}</h3>
      <Table caption={title} columns={columns} rows={rows} rowKey={([category]) => category} />
    </div>
  );
}

function Prices({ costs }: { costs: IndirectCosts }) {
  const { projects } = useMessages();
  const { money } = useFormats();
  const prices = Object.entries(costs.fuelPrices);
  if (prices.length === 0 && costs.exchangeRates.length === 0) return null;
  return (
    <dl className={recordClasses.facts}>
      {prices.map(([fuel, price]) => (
        <Fact key={fuel} name={nameIn(projects.indirect.fuels, fuel)}>
          {money(price ?? 0, costs.currency, 4)}
        </Fact>
      ))}
      {costs.exchangeRates.map(({ currency, rate }) => (
        <Fact key={currency} name={projects.indirect.exchange({ currency })}>
          {money(rate, costs.currency, 6)}
        </Fact>
      ))}
    </dl>
  );
}
