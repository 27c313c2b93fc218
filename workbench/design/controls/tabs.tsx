import type { ReactNode } from 'react';
import { Tab as AriaTab, TabList, TabPanel, Tabs, type TabsProps } from 'react-aria-components';
import classes from './tabs.module.css';

export interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

type Props = Omit<TabsProps, 'children' | 'className'> & { label: string; tabs: readonly Tab[] };

export const TabSet = ({ label, tabs, ...props }: Props) => (
  <Tabs {...props} className={classes.tabs}>
    <TabList aria-label={label} className={classes.list}>
      {tabs.map(({ id, label: text }) => (
        <AriaTab key={id} id={id} className={classes.tab}>
          {text}
        </AriaTab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={classes.panel}>
        {content}
      </TabPanel>
    ))}
  </Tabs>
);
