import { Library } from '@consulting/foundation/records/list';
import { newPersons } from './crew-record';
import { membersPart } from './members-part';

export const Crews = () => (
  <Library of="crews" add={{ after: membersPart, initial: () => ({ labourMembers: [newPersons()] }) }} />
);
