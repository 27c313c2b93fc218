import type { components } from '@consulting/client/api';
import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { RecordPage, useLibraryWords } from '@consulting/foundation/records/list';

type Machine = components['schemas']['Equipment'];

export const MachinePage = ({ id }: { id: string }) => (
  <RecordPage<Machine> of="equipment" id={id} words={useLibraryWords('equipment')} without={['rates']}>
    {(machine) => <Rates machine={machine} />}
  </RecordPage>
);

function Rates({ machine }: { machine: Machine }) {
  const { equipment } = useMessages().libraries;
  const { money, number } = useFormats();
  const { currency } = machine;
  const rates = [
    { period: equipment.hour, rate: machine.hourlyRate, hours: null },
    { period: equipment.day, rate: machine.dailyRate, hours: machine.rentalHoursPerDay },
    { period: equipment.week, rate: machine.weeklyRate, hours: machine.rentalHoursPerWeek },
    { period: equipment.month, rate: machine.monthlyRate, hours: machine.rentalHoursPerMonth },
  ];
  return (
    <Card title={equipment.rates}>
      <Table<(typeof rates)[number]>
        caption={equipment.rates}
        rows={rates}
        rowKey={({ period }) => period}
        columns={[
          column('period', equipment.period, ({ period }) => period),
          numberColumn('rate', equipment.amount, ({ rate }) =>
            rate === null ? '–' : money(rate, currency ?? 'USD'),
          ),
          numberColumn('hours', equipment.hoursCovered, ({ hours }) =>
            hours === null ? '1' : number(hours),
          ),
        ]}
      />
    </Card>
  );
}
