import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, useApi } from '../../api/client';
import { useMessages } from '../../language/language';
import { pagingOf, useListAddress } from '../list/address';
import { ActiveFilter, TextFilter } from '../list/filters';
import { LibraryView } from '../list/library-view';
import { choiceLabel } from '../record/field';
import { AddTrade } from './trade-dialog';
import { tradeFields, tradesKey } from './trade-record';

export function Trades() {
  const api = useApi();
  const messages = useMessages();
  const { lists, fields, trades, list } = messages.libraries;
  const address = useListAddress();
  const filters = {
    search: address.text('search'),
    tradeCode: address.text('tradeCode'),
    isActive: address.flag('isActive'),
  };
  const page = { ...filters, ...pagingOf(address) };
  const query = useQuery({
    queryKey: [tradesKey, 'list', page],
    queryFn: ({ signal }) => answered(api.GET('/v1/crew-trades', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });
  const labels = fields.trades;
  return (
    <LibraryView
      title={lists.trades}
      files={{
        path: '/api/v1/crews/trades',
        title: lists.trades,
        filters,
        fields: tradeFields,
        labels,
        queryKey: tradesKey,
      }}
      address={address}
      query={query}
      rowKey={({ id }) => id}
      emptyWords={trades.empty}
      actions={<AddTrade />}
      filters={
        <>
          <TextFilter address={address} name="tradeCode" label={labels.tradeCode} />
          <ActiveFilter address={address} />
        </>
      }
      columns={[
        {
          key: 'tradeCode',
          title: labels.tradeCode,
          isSortable: true,
          cell: ({ id, tradeCode, laborDesignation }) => (
            <Link href={`/libraries/trades/${id}`} aria-label={`${tradeCode} ${laborDesignation}`}>
              {tradeCode}
            </Link>
          ),
        },
        {
          key: 'laborDesignation',
          title: labels.laborDesignation,
          isSortable: true,
          cell: ({ laborDesignation }) => laborDesignation,
        },
        { key: 'tradeName', title: labels.tradeName, isSortable: true, cell: ({ tradeName }) => tradeName },
        {
          key: 'skillLevel',
          title: labels.skillLevel,
          isSortable: true,
          cell: ({ skillLevel }) => skillLevel && choiceLabel(skillLevel, messages),
        },
        {
          key: 'disciplines',
          title: labels.disciplines,
          cell: ({ disciplines }) => disciplines?.map((value) => choiceLabel(value, messages)).join(', '),
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
