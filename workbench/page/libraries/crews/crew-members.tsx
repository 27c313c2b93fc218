import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { useRecordWords } from '@consulting/foundation/records';
import type { Crew } from './crew-record';

const kinds = ['straightTimeHours', 'overtimeHours', 'doubleTimeHours'] as const;

export function CrewMembers({ crew }: { crew: Crew }) {
  const { crews, fields } = useMessages().libraries;
  const { choice } = useRecordWords('crewRows');
  const { number, named } = useFormats();
  const hours = kinds.filter((key) => crew.labourMembers.some(({ [key]: value }) => value !== null));
  const figure = (value: number | null) => (value === null ? '' : number(value));
  return (
    <Card title={crews.members}>
      <Table<(typeof crew.labourMembers)[number]>
        caption={crews.labour}
        empty={crews.noPersons}
        rows={crew.labourMembers}
        rowKey={({ tradeId }) => tradeId}
        columns={[
          column(
            'trade',
            crews.trade,
            ({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`,
          ),
          column('tradeName', crews.tradeName, ({ tradeName, isSupervisory }) => (
            <>
              {tradeName} {isSupervisory && <span className="quiet">({crews.supervisory})</span>}
            </>
          )),
          numberColumn('quantity', crews.quantity, ({ quantity }) => number(quantity)),
          ...hours.map((key) =>
            numberColumn(key, fields.crewRows[key], ({ [key]: value }: Crew['labourMembers'][number]) =>
              figure(value),
            ),
          ),
        ]}
      />
      {crew.supervisionRatio !== null && (
        <p className="quiet">{named(crews.supervision, number(crew.supervisionRatio))}</p>
      )}
      <Table<(typeof crew.equipmentMembers)[number]>
        caption={crews.machines}
        empty={crews.noMachines}
        rows={crew.equipmentMembers}
        rowKey={({ equipmentCode, sequence }) => `${equipmentCode} ${sequence}`}
        columns={[
          column('machine', crews.machine, ({ equipmentCode, name }) =>
            [equipmentCode, name].filter(Boolean).join(' '),
          ),
          numberColumn('quantity', crews.quantity, ({ quantity }) => number(quantity)),
          column('rentalBasis', crews.basis, ({ rentalBasis }) => rentalBasis && choice({}, rentalBasis)),
          numberColumn('operatingShare', fields.crewRows.operatingShare, ({ operatingShare }) =>
            figure(operatingShare),
          ),
          numberColumn('standbyShare', fields.crewRows.standbyShare, ({ standbyShare }) =>
            figure(standbyShare),
          ),
        ]}
      />
    </Card>
  );
}
