import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, useApi } from '../../api/client';
import { useFormats, useMessages } from '../../language/language';
import { pagingOf, useListAddress } from '../list/address';
import { ChoiceFilter, TextFilter } from '../list/filters';
import { LibraryView } from '../list/library-view';
import type { RecordColumn } from '../list/record-table';
import { AddRateCard } from './rate-card-dialog';
import { filtersOf } from './rate-card-filters';
import {
  placeOf,
  quarters,
  type RateCard,
  rateCardGroups,
  rateCardsKey,
  tradeFields,
} from './rate-card-record';
import { RollForward } from './roll-forward';

export function RateCards() {
  const api = useApi();
  const { lists, fields, rateCards } = useMessages().libraries;
  const address = useListAddress();
  const filters = filtersOf(address);
  const page = { ...filters, ...pagingOf(address) };
  const query = useQuery({
    queryKey: [rateCardsKey, 'list', page],
    queryFn: ({ signal }) => answered(api.GET('/v1/crew-members', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
  });
  const labels = fields.rateCards;
  const allFields = [...tradeFields, ...rateCardGroups(rateCards).flatMap((group) => group.fields)];
  return (
    <LibraryView
      title={lists['rate-cards']}
      files={{
        path: '/api/v1/crews/members',
        title: lists['rate-cards'],
        filters,
        fields: allFields,
        labels,
        queryKey: rateCardsKey,
      }}
      address={address}
      query={query}
      rowKey={({ id }) => id}
      emptyWords={rateCards.empty}
      actions={
        <>
          {query.data !== undefined && query.data.total > 0 && <RollForward filters={filters} />}
          <AddRateCard />
        </>
      }
      filters={
        <>
          <TextFilter address={address} name="tradeCode" label={labels.tradeCode} />
          <TextFilter address={address} name="laborDesignation" label={labels.laborDesignation} />
          <TextFilter address={address} name="country" label={labels.country} />
          <TextFilter address={address} name="region" label={labels.region} />
          <TextFilter address={address} name="province" label={labels.province} />
          <TextFilter address={address} name="year" label={labels.year} />
          <ChoiceFilter
            address={address}
            name="quarter"
            label={labels.quarter}
            choices={quarters.map((id) => ({ id, label: id }))}
          />
          <TextFilter address={address} name="projectType" label={labels.projectType} />
        </>
      }
      columns={useColumns()}
    />
  );
}

function useColumns(): RecordColumn<RateCard>[] {
  const { fields, rateCards } = useMessages().libraries;
  const { number } = useFormats();
  const labels = fields.rateCards;
  const rate = (
    key: 'straightTimeRate' | 'overtimeRate' | 'doubleTimeRate' | 'compositeRate',
    title: string,
  ) => ({
    key,
    title,
    isNumber: true,
    cell: (card: RateCard) => number(card[key], 2),
  });
  return [
    {
      key: 'tradeCode',
      title: rateCards.trade,
      isSortable: true,
      cell: ({ id, tradeCode, laborDesignation }) => (
        <Link href={`/libraries/rate-cards/${id}`}>
          {tradeCode} {laborDesignation}
        </Link>
      ),
    },
    { key: 'province', title: rateCards.place, isSortable: true, cell: placeOf },
    {
      key: 'year',
      title: rateCards.period,
      isSortable: true,
      cell: ({ year, quarter }) => `${year} ${quarter}`,
    },
    {
      key: 'projectType',
      title: labels.projectType,
      isSortable: true,
      cell: ({ projectType }) => projectType ?? <span className="quiet">{rateCards.anyType}</span>,
    },
    { key: 'currency', title: labels.currency, isSortable: true, cell: ({ currency }) => currency },
    {
      key: 'baseWage',
      title: labels.baseWage,
      isNumber: true,
      isSortable: true,
      cell: ({ baseWage }) => number(baseWage, 2),
    },
    rate('straightTimeRate', rateCards.straightTime),
    rate('overtimeRate', rateCards.overtime),
    rate('doubleTimeRate', rateCards.doubleTime),
    rate('compositeRate', rateCards.composite),
  ];
}
