import { useMessages } from '@consulting/design/language';
import type { Cause } from './revision-queries';

export const useCauseLabel = () => {
  const { imports, figures } = useMessages();
  const ofLines = imports.revise.causes;
  const { ofVersions } = figures.reconciliation;
  const isOfVersions = (cause: Cause): cause is keyof typeof ofVersions => cause in ofVersions;
  return (cause: Cause) => (isOfVersions(cause) ? ofVersions[cause] : ofLines[cause]);
};
