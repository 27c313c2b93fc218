import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { Table } from '../../components/table';
import { Card, Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { FieldCards, RecordView } from '../record/record-view';
import { RemoveDialog } from '../record/remove-dialog';
import { EditMachine } from './machine-dialog';
import { equipmentKey, type Machine, machineGroups, readMachine } from './machine-record';

export function MachinePage({ id }: { id: string }) {
  const api = useApi();
  const { equipment, fields } = useMessages().libraries;
  const query = useQuery({
    queryKey: [equipmentKey, 'one', id],
    queryFn: ({ signal }) => readMachine(api, id, signal),
  });
  const groups = machineGroups(equipment, false).filter(({ title }) => title !== equipment.groups.rates);
  return (
    <Loaded query={query}>
      {(machine) => (
        <RecordView
          list="equipment"
          title={`${machine.equipmentCode} ${machine.name}`}
          record={machine}
          actions={
            <ForWriters>
              <EditMachine machine={machine} />
              <RemoveMachine machine={machine} />
            </ForWriters>
          }
        >
          <Rates machine={machine} />
          <FieldCards groups={groups} labels={fields.equipment} record={machine} />
        </RecordView>
      )}
    </Loaded>
  );
}

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
      <Table
        caption={equipment.rates}
        rows={rates}
        rowKey={({ period }) => period}
        columns={[
          { key: 'period', title: equipment.period, cell: ({ period }) => period },
          {
            key: 'rate',
            title: equipment.amount,
            isNumber: true,
            cell: ({ rate }) => (rate === null ? '–' : money(rate, currency ?? 'USD')),
          },
          {
            key: 'hours',
            title: equipment.hoursCovered,
            isNumber: true,
            cell: ({ hours }) => (hours === null ? '1' : number(hours)),
          },
        ]}
      />
    </Card>
  );
}

function RemoveMachine({ machine }: { machine: Machine }) {
  const { shell } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<Machine | null>(null);
  return (
    <>
      <Button kind="danger" onPress={() => setOpened(machine)}>
        {shell.remove}
      </Button>
      {opened && (
        <RemoveDialog
          name={opened.equipmentCode}
          remove={() =>
            answered(
              api.DELETE('/api/v1/equipment/{equipmentCode}', {
                params: { path: { equipmentCode: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
              }),
            )
          }
          onRemoved={() => {
            go('/libraries/equipment');
            queries.invalidateQueries({ queryKey: [equipmentKey, 'list'] });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
