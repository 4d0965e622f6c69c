import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { shown } from '../shown.fixture.ts';

const click = `import click

from .shared import saw_options
from saws import blades

path_help = "File of the log, " "or a folder."


def color(function):
    return click.option('--color/--no-color', help='Paint.')(function)


@click.group()
@click.option('-v', '--verbose', is_flag=True, help='Say more', envvar="SAW_VERBOSE")
@color
def cli(verbose):
    """Saws for logs.

    \\b
    Wear gloves.
    """


@cli.command('cut')
@saw_options
@click.argument('path', required=True)
@click.option('--log', metavar='FILE', help=path_help)
@click.option('--old', hidden=True)
@click.option(
    '--mode',
    type=click.Choice(['fast', "slow"]),
    default='fast',  # as, before
    help='''How *fast*
    to cut.''',
)
def cut_command(path):
    """Cut a log."""


cli.add_command(blades.list_blades)
`;

const shared = `import click

def saw_options(function):
    function = click.option('--teeth', help='Teeth.')(function)
    return function
`;

const blades = `import click


@click.command()
@click.option('--all', help='Also blunt ones.')
def list_blades(all):
    """List blades."""
`;

const files = {
  'src/saws/cli.py': click,
  'src/saws/shared.py': shared,
  'src/saws/blades.py': blades,
};

test('shows the commands of click that sphinx-click documents, with shared options', async () => {
  const page =
    'Commands\n========\n\n.. click:: saws.cli:cli\n   :prog: saw\n   :nested: full\n\nDone.\n';
  const { text } = await shown('docs/cli.rst', page, files);
  expect(text).toContain(
    'Saws for logs.\n\nWear gloves.\n\n- `-v, --verbose`: Say more. Environment variable: `SAW_VERBOSE`.\n- `--color/--no-color`: Paint.',
  );
  expect(text).toContain('saw cut');
  expect(text).toContain(
    '- `path`: Required.\n- `--log FILE`: File of the log, or a folder.\n- `--mode`: How \\*fast\\* to cut. One of `fast`, `slow`. Default: `fast`.\n- `--teeth`: Teeth.',
  );
  expect(text).toContain('saw list-blades');
  expect(text).toContain('List blades.\n\n- `--all`: Also blunt ones.');
  expect(text).toContain('Done.');
  expect(text).not.toContain('--old');
});

test('lists the commands of a group that sphinx-click does not show in full', async () => {
  const page = 'Commands\n========\n\n.. click:: saws.cli:cli\n   :prog: saw\n';
  const { text } = await shown('docs/cli.rst', page, files);
  expect(text).toContain('- `cut`: Cut a log.\n- `list-blades`: List blades.');
  expect(text).not.toContain('--teeth');
});

test('shows the commands of click that mkdocs-click documents', async () => {
  const page =
    '# Commands\n\n::: mkdocs-click\n    :module: saws.cli\n    :command: cli\n    :prog_name: saw\n\nDone.\n';
  const { text } = await shown('docs/cli.md', page, files);
  expect(text).toContain('saw cut');
  expect(text).toContain('- `--log FILE`: File of the log, or a folder.');
  expect(text).toContain('Done.');
});

const argparse = `from argparse import SUPPRESS, ArgumentParser


def add_shared(one, own):
    own.add_argument("--shared", help=f"In {{all}}")


def get_parser():
    parser = ArgumentParser(description="Cuts logs.")
    parser.add_argument("--quiet", "-q", action="store_true", help="Say (almost) nothing")
    group = parser.add_argument_group("Safety", "How not to be hurt.")
    group.add_argument(
        "--gloves",
        choices=["thin", "thick"],
        default=2,
        help="Wear \`gloves\` of _any_ kind. " + "No bare hands.",
    )
    parser.add_argument("--secret", help=SUPPRESS)
    commands = parser.add_subparsers()
    cut = commands.add_parser("cut", help="Cut a log")
    either = cut.add_mutually_exclusive_group(required=True)
    either.add_argument("log", metavar="LOG", help="The log")
    add_shared(parser, cut)
    return parser
`;

test('shows the options of argparse that sphinx-argparse documents below the text of the page', async () => {
  const page =
    'Options\n=======\n\n.. argparse::\n   :module: saws.program\n   :func: get_parser\n   :prog: saw\n\n   Own words.\n\nDone.\n';
  const { text } = await shown('docs/cli.rst', page, { 'saws/program.py': argparse });
  expect(text).toContain('Own words.');
  expect(text).toContain('Cuts logs.\n\n- `--quiet, -q`: Say (almost) nothing.');
  expect(text).toContain(
    'How not to be hurt.\n\n- `--gloves`: Wear `gloves` of _any\\_ kind. No bare hands. One of `thin`, `thick`. Default: `2`.',
  );
  expect(text).toContain('saw cut');
  expect(text).toContain('Cut a log\n\n- `LOG`: The log.\n- `--shared`: In {all}.');
  expect(text).toContain('Done.');
  expect(text).not.toContain('--secret');
});

test('shows one command of a program if the page names it', async () => {
  const page =
    'Cut\n===\n\n.. argparse::\n   :ref: saws.program.get_parser\n   :path: cut\n   :prog: saw\n';
  const { text } = await shown('docs/cli.rst', page, { 'saws/program.py': argparse });
  expect(text).toContain('- `LOG`: The log.');
  expect(text).not.toContain('--gloves');
});

test('shows a page as before if the program of its commands is unknown', async () => {
  const page = 'Cut\n===\n\nText.\n\n.. click:: saws.unknown:cli\n   :prog: saw\n';
  const { text } = await shown('docs/cli.rst', page, files);
  expect(text).toContain('Text.');
});

test('reads a long program with open brackets and strings in linear time', async () => {
  const hostile = `def get_parser():\n${'    f((((("\'"""\n'.repeat(30_000)}`;
  const page = 'Cut\n===\n\nText.\n\n.. argparse::\n   :ref: saws.program.get_parser\n';
  const cpuSeconds = startCpuClock();
  const { text } = await shown('docs/cli.rst', page, { 'saws/program.py': hostile });
  expect(text).toContain('Text.');
  expect(cpuSeconds()).toBeLessThan(5);
});
