/** A part of `bun run check`: lints the API document of the system, with and without an identity provider. */
import { lint } from '../support/document-lint';
import { systemDocument } from '../support/system-document';

const problems = [...new Set([...(await lint(systemDocument())), ...(await lint(systemDocument(null)))])];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
