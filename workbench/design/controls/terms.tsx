import type { ReactNode } from 'react';

interface Term {
  label: string;
  value: ReactNode;
  className?: string | undefined;
}

interface Props {
  terms: readonly Term[];
  className?: string | undefined;
}

export const Terms = ({ terms, className }: Props) => (
  <dl className={className}>
    {terms.map((term) => (
      <div key={term.label} className={term.className}>
        <dt>{term.label}</dt>
        <dd>{term.value}</dd>
      </div>
    ))}
  </dl>
);
