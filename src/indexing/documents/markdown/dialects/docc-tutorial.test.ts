import { expect, test } from 'vitest';
import { flat } from '../../../../../test/support/sections.ts';
import { shown as withFiles } from '../../includes/shown.fixture.ts';
import { parseDocument } from '../../parse.ts';

const path = 'Sources/Saw/Saw.docc/Tutorials/Cutting.tutorial';

/** Returns all text of a tutorial, code in «». */
async function shown(content: string): Promise<string> {
  return flat(await parseDocument({ path, format: 'markdown', content, hash: '' }));
}

/** Returns the headings of a tutorial. */
async function headings(content: string): Promise<(string | undefined)[]> {
  const parsed = await parseDocument({ path, format: 'markdown', content, hash: '' });
  return parsed.sections.map((section) => section.headings.at(-1));
}

const tutorial = `@Tutorial(time: 5) {
  @XcodeRequirement(title: "Xcode 15", destination: "https://example.com")
  @Intro(title: "Cut a plank") {
    This is how
    to cut.

    @Image(source: saw, alt: "A saw")
  }

  @Section(title: "Oil the saw") {
    @ContentAndMedia {
      The \`\`Saw/Blade\`\` needs oil.
    }

    @Steps {
      @Step {
        Create a file.
        @Code(name: "cut() - Saw.swift", file: saw-01.swift)
      }

      Then add the oil.

      @Step {
        Pour it.

        @Code(name: "cut() - Saw.swift", file: "saw-02.swift", previousFile: saw-01.swift)
      }
      @Step {
        Look at it.
        @Code(name: "Plank.swift", file: plank.swift) {
          @Image(source: plank, alt: "A plank")
        }
      }
    }
  }

  @Assessments {
    @MultipleChoice {
      Which oil?
      @Choice(isCorrect: true) {
        Any.
      }
    }
  }
}
`;

test('a tutorial shows its titles and steps, without pictures and questions', async () => {
  expect(await shown(tutorial)).toBe(
    'This is how\nto cut.\n\nThe `Blade` needs oil.\n\nCreate a file.\n\nThen add the oil.\n\nPour it.\n\nLook at it.',
  );
  expect(await headings(tutorial)).toEqual(['Cut a plank', 'Oil the saw']);
});

test('a section shows the last code of each file', async () => {
  const files = {
    'Sources/Saw/Saw.docc/Resources/saw-01.swift': 'struct Saw {}',
    'Sources/Saw/Saw.docc/Resources/saw-02.swift': 'struct Saw {\n  let oil = 1\n}',
  };
  const { code, text } = await withFiles(path, tutorial, files);
  expect(code).toEqual(['swift: struct Saw {\n  let oil = 1\n}']);
  expect(text).toContain('Pour it.');
});

test('a table of contents shows its chapters', async () => {
  const contents =
    '@Tutorials(name: "Saws") {\n  @Intro(title: "Meet the saw") {\n    It cuts.\n  }\n\n  @Chapter(name: "Basics") {\n    Begin here.\n    @TutorialReference(tutorial: "doc:Cutting")\n  }\n}\n';
  expect(await shown(contents)).toBe('It cuts.\n\nBegin here.');
  expect(await headings(contents)).toEqual(['Meet the saw', 'Basics']);
});

test('hostile tutorials take linear time', async () => {
  for (const content of [
    '@Step {\n'.repeat(20_000),
    '}\n'.repeat(50_000),
    '@Code('.repeat(50_000),
  ]) {
    await expect(shown(content)).resolves.toBeDefined();
  }
});
