import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, useApi } from '../../api/client';
import { useFormats, useMessages } from '../../language/language';
import { pagingOf, useListAddress } from '../list/address';
import { ActiveFilter, ChoiceFilter, TextFilter } from '../list/filters';
import { LibraryView } from '../list/library-view';
import type { RecordColumn } from '../list/record-table';
import { choiceLabel } from '../record/field';
import { AddMachine } from './machine-dialog';
import { equipmentKey, type Machine, machineGroups, ownerships } from './machine-record';

export function Equipment() {
  const api = useApi();
  const messages = useMessages();
  const { lists, fields, equipment } = messages.libraries;
  const address = useListAddress();
  const filters = {
    search: address.text('search'),
    category: address.text('category'),
    ownership: address.choice('ownership', ownerships),
    isActive: address.flag('isActive'),
  };
  const page = { ...filters, ...pagingOf(address) };
  const query = useQuery({
    queryKey: [equipmentKey, 'list', page],
    queryFn: ({ signal }) => answered(api.GET('/api/v1/equipment', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });
  const labels = fields.equipment;
  return (
    <LibraryView
      title={lists.equipment}
      files={{
        path: '/api/v1/equipment',
        title: lists.equipment,
        filters,
        fields: machineGroups(equipment, true).flatMap((group) => group.fields),
        labels,
        queryKey: equipmentKey,
      }}
      address={address}
      query={query}
      rowKey={({ id }) => id}
      emptyWords={equipment.empty}
      actions={<AddMachine />}
      filters={
        <>
          <TextFilter address={address} name="category" label={labels.category} />
          <ChoiceFilter
            address={address}
            name="ownership"
            label={labels.ownership}
            choices={ownerships.map((id) => ({ id, label: choiceLabel(id, messages) }))}
          />
          <ActiveFilter address={address} />
        </>
      }
      columns={useColumns()}
    />
  );
}

function useColumns(): RecordColumn<Machine>[] {
  const messages = useMessages();
  const { number } = useFormats();
  const labels = messages.libraries.fields.equipment;
  const rate = (key: 'hourlyRate' | 'dailyRate' | 'weeklyRate' | 'monthlyRate') => ({
    key,
    title: labels[key],
    isNumber: true,
    isSortable: true,
    cell: ({ [key]: amount }: Machine) => amount !== null && number(amount, 2),
  });
  return [
    {
      key: 'equipmentCode',
      title: labels.equipmentCode,
      isSortable: true,
      cell: ({ id, equipmentCode }) => <Link href={`/libraries/equipment/${id}`}>{equipmentCode}</Link>,
    },
    { key: 'name', title: labels.name, isSortable: true, cell: ({ name }) => name },
    { key: 'category', title: labels.category, isSortable: true, cell: ({ category }) => category },
    {
      key: 'ownership',
      title: labels.ownership,
      isSortable: true,
      cell: ({ ownership }) => ownership && choiceLabel(ownership, messages),
    },
    { key: 'currency', title: labels.currency, isSortable: true, cell: ({ currency }) => currency },
    rate('hourlyRate'),
    rate('dailyRate'),
    rate('weeklyRate'),
    rate('monthlyRate'),
  ];
}
