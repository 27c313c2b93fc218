import type { ReactNode } from 'react';
import { Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { ChevronRight } from '../icons';
import { Button } from './button';
import classes from './disclosed.module.css';

interface Props {
  title: string;
  name?: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

export const Disclosed = ({ title, name = title, isOpenAtFirst = false, children }: Props) => (
  <Disclosure defaultExpanded={isOpenAtFirst} className={classes.disclosed}>
    {({ isExpanded }) => (
      <>
        <Heading level={3} className={classes.heading}>
          <Button slot="trigger" kind="quiet" aria-label={name} className={classes.trigger}>
            <ChevronRight className={classes.arrow ?? ''} />
            {title}
          </Button>
        </Heading>
        <DisclosurePanel className={classes.panel}>{isExpanded && children}</DisclosurePanel>
      </>
    )}
  </Disclosure>
);
