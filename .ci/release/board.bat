@echo off
rem Opens the board in the browser.
cd /d "%~dp0"
guohe-tools.exe board
if %errorlevel% neq 0 pause
