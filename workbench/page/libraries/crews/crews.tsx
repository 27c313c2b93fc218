import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, useApi } from '../../api/client';
import { workDisciplines } from '../../api/disciplines';
import { useFormats, useMessages } from '../../language/language';
import { pagingOf, useListAddress } from '../list/address';
import { ActiveFilter, ChoiceFilter } from '../list/filters';
import { LibraryView } from '../list/library-view';
import { choiceLabel } from '../record/field';
import { AddCrew } from './crew-dialog';
import { crewRowFields, crewsKey } from './crew-record';

export function Crews() {
  const api = useApi();
  const messages = useMessages();
  const { number } = useFormats();
  const { lists, fields, crews, list } = messages.libraries;
  const address = useListAddress();
  const filters = {
    search: address.text('search'),
    discipline: address.text('discipline'),
    isActive: address.flag('isActive'),
  };
  const page = { ...filters, ...pagingOf(address) };
  const query = useQuery({
    queryKey: [crewsKey, 'list', page],
    queryFn: ({ signal }) => answered(api.GET('/v1/crews', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });
  const labels = fields.crews;
  return (
    <LibraryView
      title={lists.crews}
      files={{
        path: '/api/v1/crews',
        title: lists.crews,
        filters,
        fields: crewRowFields,
        labels: fields.crewRows,
        queryKey: crewsKey,
      }}
      address={address}
      query={query}
      rowKey={({ id }) => id}
      emptyWords={crews.empty}
      actions={<AddCrew />}
      filters={
        <>
          <ChoiceFilter
            address={address}
            name="discipline"
            label={labels.discipline}
            choices={workDisciplines.map((id) => ({ id, label: choiceLabel(id, messages) }))}
          />
          <ActiveFilter address={address} />
        </>
      }
      columns={[
        {
          key: 'code',
          title: labels.code,
          isSortable: true,
          cell: ({ id, code }) => <Link href={`/libraries/crews/${id}`}>{code}</Link>,
        },
        { key: 'name', title: labels.name, isSortable: true, cell: ({ name }) => name },
        {
          key: 'discipline',
          title: labels.discipline,
          isSortable: true,
          cell: ({ discipline }) => discipline && choiceLabel(discipline, messages),
        },
        { key: 'members', title: crews.members, cell: ({ memberSummary }) => memberSummary },
        {
          key: 'labourCount',
          title: crews.persons,
          isNumber: true,
          cell: ({ labourCount }) => number(labourCount),
        },
        {
          key: 'equipmentCount',
          title: crews.machines,
          isNumber: true,
          cell: ({ equipmentCount }) => number(equipmentCount),
        },
        {
          key: 'isActive',
          title: list.status,
          cell: ({ isActive }) => (isActive ? list.active : list.inactive),
        },
      ]}
    />
  );
}
