import { serveTable } from '@consulting/imports/table/table-worker';
import { crewList } from '../domain/crew/crew-list';
import { rateCardList } from '../domain/rate-card/rate-card-list';
import { tradeList } from '../domain/trade/trade-list';

serveTable(tradeList, rateCardList, crewList);
