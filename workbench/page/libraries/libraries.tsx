import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { useMessages } from '../language/language';
import { CrewPage } from './crews/crew';
import { Crews } from './crews/crews';
import { Equipment } from './equipment/equipment';
import { MachinePage } from './equipment/machine';
import classes from './libraries.module.css';
import { RateCardPage } from './rate-cards/rate-card';
import { RateCards } from './rate-cards/rate-cards';
import { TradePage } from './trades/trade';
import { Trades } from './trades/trades';
import { Wbs } from './wbs/wbs';

const lists = ['trades', 'rate-cards', 'crews', 'equipment', 'wbs'] as const;

export default function Libraries() {
  const { shell, libraries } = useMessages();
  const [path] = useLocation();
  return (
    <div className={classes.libraries}>
      <nav aria-label={libraries.navigation} className={classes.lists}>
        {lists.map((list) => (
          <Link
            key={list}
            href={`/libraries/${list}`}
            className={classes.list}
            aria-current={path.startsWith(`/libraries/${list}`) ? 'page' : undefined}
          >
            {libraries.lists[list]}
          </Link>
        ))}
      </nav>
      <Switch>
        <Route path="/libraries">
          <Redirect to="/libraries/trades" replace />
        </Route>
        <Route path="/libraries/trades" component={Trades} />
        <Route path="/libraries/trades/:id">{({ id }) => <TradePage id={id} />}</Route>
        <Route path="/libraries/rate-cards" component={RateCards} />
        <Route path="/libraries/rate-cards/:id">{({ id }) => <RateCardPage id={id} />}</Route>
        <Route path="/libraries/crews" component={Crews} />
        <Route path="/libraries/crews/:id">{({ id }) => <CrewPage id={id} />}</Route>
        <Route path="/libraries/equipment" component={Equipment} />
        <Route path="/libraries/equipment/:id">{({ id }) => <MachinePage id={id} />}</Route>
        <Route path="/libraries/wbs/:id?">{({ id }) => <Wbs id={id ?? null} />}</Route>
        <Route>
          <p>{shell.notFound}</p>
        </Route>
      </Switch>
    </div>
  );
}
