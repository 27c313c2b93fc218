/** A part of `bun run check`: the types of the client, which the workbench is checked against, without starting anything. */
import { clientTypes } from '@consulting/client/types';
import { systemDocument } from '../support/system-document';

const file = Bun.file(new URL('../../client/api.ts', import.meta.url));
const types = await clientTypes(systemDocument());
// Left alone where it is the same, so that the compiler need not read it again.
if (!(await file.exists()) || (await file.text()) !== types) await Bun.write(file, types);
