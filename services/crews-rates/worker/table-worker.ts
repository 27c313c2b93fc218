import { serveTable } from '@consulting/imports/table/table-worker';
import { crewList } from '../domain/crew/crew-list';
import { priceBookList } from '../domain/price-book/price-book-list';
import { priceRowList } from '../domain/price-book/price-row-list';
import { rateCardList } from '../domain/rate-card/rate-card-list';
import { tradeList } from '../domain/trade/trade-list';

serveTable(tradeList, rateCardList, crewList, priceBookList, priceRowList);
