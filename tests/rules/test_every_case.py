"""Every case of the rules has a test that carries its number."""

import re
from pathlib import Path

CASES = """
001 002 003 004 005 006 007
010 012 014 015 017 018 019 020 021 023 024 025 027 028 029 030 031 032
033 034 036 039 042 043 044 045 046 047
050 051 052 053 054 055 056 057 058 060 061 062 063 064
070 071 073 074 076 078 081 082 083 084 085 086
090 091 092 093 094 095 096 097 099 100 101
110 111 113 114 116 117 118 121 122 123 124 126
130 131 133 134 137 138 139 140 142 143 144
150 151 152 153 154 155 157 158 159 160 161
170 172 173 174 175 176 177 178 179 180 181 182 183 184 185
190 194 195 197 198 201 202 203
210 211 212 213 214 215 216 217
220 221 222 223
"""


def test_every_case_has_a_test() -> None:
    cases = set(CASES.split())
    assert len(cases) == 141
    files = Path(__file__).parent.glob("test_?_*.py")
    source = "\n".join(file.read_text("utf-8") for file in files)
    tested = set(re.findall(r"^def test_c(\d{3})_", source, re.MULTILINE))
    assert tested == cases
