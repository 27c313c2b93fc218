import { listJob } from '@consulting/imports/list/list-task';
import { serveImports } from '@consulting/imports/worker/import-worker';
import { openCrewWriter } from '../domain/crew/crew-files';
import { crewList } from '../domain/crew/crew-list';
import { openPriceBookWriter } from '../domain/price-book/price-book-files';
import { priceBookList } from '../domain/price-book/price-book-list';
import { openPriceRowWriter } from '../domain/price-book/price-row-files';
import { priceRowList } from '../domain/price-book/price-row-list';
import { openRateCardWriter } from '../domain/rate-card/rate-card-files';
import { rateCardList } from '../domain/rate-card/rate-card-list';
import { openTradeWriter } from '../domain/trade/trade-files';
import { tradeList } from '../domain/trade/trade-list';

serveImports(
  listJob([
    { list: tradeList, open: () => openTradeWriter },
    { list: crewList, open: () => openCrewWriter },
    { list: rateCardList, open: () => openRateCardWriter },
    { list: priceBookList, open: () => openPriceBookWriter },
    { list: priceRowList, open: ({ parts }) => openPriceRowWriter(String(parts?.priceBookId)) },
  ]),
);
