import { useMessages } from '@consulting/design/language';
import { declared } from '@consulting/foundation/records';
import { Library } from '@consulting/foundation/records/list';
import { CommonRecords, useSession } from '@consulting/foundation/session';
import { BookOfOwnWork, PriceBookPage } from '@consulting/price-books';
import { useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import { Access } from './access/access';
import { ApiKeys } from './api-keys/api-keys';
import { CrewPage } from './crews/crew';
import { Crews } from './crews/crews';
import { MachinePage } from './equipment/machine';
import { ImportProfiles } from './import-profiles/import-profiles';
import classes from './libraries.module.css';
import { RateCardPage } from './rate-cards/rate-card';
import { RateCards } from './rate-cards/rate-cards';
import { TradePage } from './trades/trade';
import { Wbs } from './wbs/wbs';

const lists = [
  'trades',
  'rateCards',
  'crews',
  'equipment',
  'wbs',
  'priceBooks',
  'importProfiles',
  'apiKeys',
  'grants',
] as const;

const addresses: Partial<Record<(typeof lists)[number], string>> = {
  importProfiles: '/libraries/import-profiles',
  apiKeys: '/libraries/api-keys',
  grants: '/libraries/access',
};

const forAdministrators: readonly string[] = ['apiKeys', 'grants'];

const addressOf = (list: (typeof lists)[number]) => addresses[list] ?? declared(list).page ?? '';

export default function Libraries() {
  const { shell, libraries } = useMessages();
  const [path] = useLocation();
  const [parameters] = useSearchParams();
  const { canWriteCommon } = useSession();
  const displayed = lists.filter((list) => canWriteCommon || !forAdministrators.includes(list));
  const isOfProject = path.startsWith('/libraries/wbs') && parameters.has('project');
  const navigation = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the address is another one after each change of it
  useEffect(() => {
    // On a phone the links are wider than the window.
    const here = navigation.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <div className={classes.libraries}>
      <nav ref={navigation} aria-label={libraries.navigation} className={classes.lists}>
        {displayed.map((list) => (
          <Link
            key={list}
            href={addressOf(list)}
            className={classes.list}
            aria-current={path.startsWith(addressOf(list)) ? 'page' : undefined}
          >
            {libraries.lists[list]}
          </Link>
        ))}
      </nav>
      <CommonRecords areCommon={!isOfProject}>
        <Switch>
          <Route path="/libraries">
            <Redirect to="/libraries/trades" replace />
          </Route>
          <Route path="/libraries/trades">
            <Library of="trades" />
          </Route>
          <Route path="/libraries/trades/:id">{({ id }) => <TradePage id={id} />}</Route>
          <Route path="/libraries/rate-cards" component={RateCards} />
          <Route path="/libraries/rate-cards/:id">{({ id }) => <RateCardPage id={id} />}</Route>
          <Route path="/libraries/crews" component={Crews} />
          <Route path="/libraries/crews/:id">{({ id }) => <CrewPage id={id} />}</Route>
          <Route path="/libraries/equipment">
            <Library of="equipment" />
          </Route>
          <Route path="/libraries/equipment/:id">{({ id }) => <MachinePage id={id} />}</Route>
          <Route path="/libraries/price-books">
            <Library of="priceBooks" actions={() => <BookOfOwnWork />} />
          </Route>
          <Route path="/libraries/price-books/:id">{({ id }) => <PriceBookPage id={id} />}</Route>
          <Route path="/libraries/import-profiles" component={ImportProfiles} />
          {canWriteCommon && <Route path="/libraries/api-keys" component={ApiKeys} />}
          {canWriteCommon && <Route path="/libraries/access" component={Access} />}
          <Route path="/libraries/wbs/:id?">{({ id }) => <Wbs id={id ?? null} />}</Route>
          <Route>
            <p>{shell.notFound}</p>
          </Route>
        </Switch>
      </CommonRecords>
    </div>
  );
}
