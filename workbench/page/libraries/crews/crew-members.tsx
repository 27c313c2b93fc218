import { Table } from '../../components/table';
import { Card } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import { useRecordWords } from '../../records/words';
import type { Crew } from './crew-record';

const kinds = ['straightTimeHours', 'overtimeHours', 'doubleTimeHours'] as const;

export function CrewMembers({ crew }: { crew: Crew }) {
  const { crews, fields } = useMessages().libraries;
  const { choice } = useRecordWords('crewRows');
  const { number } = useFormats();
  const hours = kinds.filter((key) => crew.labourMembers.some(({ [key]: value }) => value !== null));
  const figure = (value: number | null) => (value === null ? '' : number(value));
  return (
    <Card title={crews.members}>
      <Table
        caption={crews.labour}
        empty={crews.noPersons}
        rows={crew.labourMembers}
        rowKey={({ tradeId }) => tradeId}
        columns={[
          {
            key: 'trade',
            title: crews.trade,
            cell: ({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`,
          },
          {
            key: 'tradeName',
            title: crews.tradeName,
            cell: ({ tradeName, isSupervisory }) => (
              <>
                {tradeName} {isSupervisory && <span className="quiet">({crews.supervisory})</span>}
              </>
            ),
          },
          {
            key: 'quantity',
            title: crews.quantity,
            isNumber: true,
            cell: ({ quantity }) => number(quantity),
          },
          ...hours.map((key) => ({
            key,
            title: fields.crewRows[key],
            isNumber: true,
            cell: ({ [key]: value }: Crew['labourMembers'][number]) => figure(value),
          })),
        ]}
      />
      {crew.supervisionRatio !== null && (
        <p className="quiet">
          {crews.supervision}: {number(crew.supervisionRatio)}
        </p>
      )}
      <Table
        caption={crews.machines}
        empty={crews.noMachines}
        rows={crew.equipmentMembers}
        rowKey={({ equipmentCode, sequence }) => `${equipmentCode} ${sequence}`}
        columns={[
          {
            key: 'machine',
            title: crews.machine,
            cell: ({ equipmentCode, name }) => [equipmentCode, name].filter(Boolean).join(' '),
          },
          {
            key: 'quantity',
            title: crews.quantity,
            isNumber: true,
            cell: ({ quantity }) => number(quantity),
          },
          {
            key: 'rentalBasis',
            title: crews.basis,
            cell: ({ rentalBasis }) => rentalBasis && choice({}, rentalBasis),
          },
          {
            key: 'operatingShare',
            title: fields.crewRows.operatingShare,
            isNumber: true,
            cell: ({ operatingShare }) => figure(operatingShare),
          },
          {
            key: 'standbyShare',
            title: fields.crewRows.standbyShare,
            isNumber: true,
            cell: ({ standbyShare }) => figure(standbyShare),
          },
        ]}
      />
    </Card>
  );
}
